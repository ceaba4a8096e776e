// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { exampleOf } from '../../../tests/support/draw-block.tsx'
import type { LineState } from './video-line.ts'
import { VideoStage } from './video-stage.tsx'
import look from './video.module.css'

afterEach(cleanup)

const own = {
  stream: undefined,
  off: { video: false, audio: false },
  sending: { video: false, audio: false },
  toggle: () => undefined,
}
const block = exampleOf('video')
// jsdom has no MediaStream; these tests never read one.
const stream = new EventTarget() as MediaStream

function isCovered(state: LineState, theirs?: MediaStream, video = true): boolean {
  render(<VideoStage block={block} own={own} theirs={theirs} sent={{ video, audio: true }} state={state} />)
  return document.querySelector(`.${look.noPicture}`) !== null
}

it.each<[LineState, boolean]>([
  ['connected', false],
  ['reconnecting', false],
  ['connecting', true],
  ['waiting', true],
  ['left', true],
])('with a picture of the other in state %s its cover is there: %s', (state, covered) => {
  expect(isCovered(state, stream)).toBe(covered)
})

it.each<LineState>(['connected', 'reconnecting'])('without a stream of the other there is a cover: %s', (state) => {
  expect(isCovered(state)).toBe(true)
  expect(screen.queryByText(block.states.otherHidden ?? 'no words')).toBeNull()
})

it('a camera that the other has off is covered, with words', () => {
  expect(isCovered('reconnecting', stream, false)).toBe(true)
  expect(screen.getByText(block.states.otherHidden ?? 'no words')).toBeTruthy()
})
