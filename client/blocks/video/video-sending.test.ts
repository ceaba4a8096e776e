import { expect, it } from 'vitest'
import { sendingIn } from './video-sending.ts'

it('what the other gives to see and to hear is understood', () => {
  expect(sendingIn('{"video":true,"audio":false}')).toEqual({ video: true, audio: false })
  expect(sendingIn('{ "audio": true, "video": false, "more": 1 }')).toEqual({ video: false, audio: true })
})

it.each(['', '{"video":', 'null', '7', '[]', '{}', '{"video":true}', '{"video":"false","audio":true}'])(
  'what is no such thing says nothing: %s',
  (text) => expect(sendingIn(text)).toBeUndefined(),
)
