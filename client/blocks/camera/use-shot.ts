import { useContext, useEffect, useState } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { notify } from '../../actions/notify.ts'
import type { FileToSend, Sent } from '../../actions/send-file.ts'
import { PortalContext } from '../../model/portal-context.ts'
import { useBelow } from '../../base/use-below.ts'
import { useSending } from '../../parts/use-sending.ts'
import { pictureOf } from './camera-picture.ts'

type Camera = BlockOf<'camera'>

/** A picture that was taken, with the key for all attempts to send it. */
interface Shot extends FileToSend {
  address: string
}

/** The picture of a camera block: taken, reviewed, then sent or discarded. */
export function useShot({ upload, input = {}, fileName, size, messages, done }: Camera) {
  const portal = useContext(PortalContext)
  const [shot, setShot] = useState<Shot>()
  const [words, setWords] = useState<string>()
  const [arrived, setArrived] = useState(false)
  const narrow = useBelow(size.below)
  const { progress, send, cancel } = useSending()
  useAddress(shot?.address)

  async function take(source: HTMLVideoElement | Blob): Promise<void> {
    if (!portal) return
    try {
      const seen = source instanceof Blob ? await createImageBitmap(source) : source
      const file = await pictureOf(seen, narrow ? size.narrow : size.wide)
      const common = { upload, fields: input, fileName, key: portal.ownKeys.newKey() }
      setShot({ ...common, file, address: URL.createObjectURL(file) })
      setWords(undefined)
    } catch {
      setWords(messages.failed)
    }
  }
  const drop = () => {
    setShot(undefined)
    setWords(undefined)
    setArrived(false)
  }
  async function submit(): Promise<void> {
    if (!shot || !portal) return
    setWords(undefined)
    const hear = (_: FileToSend, sent: Sent) => {
      if (sent.state === 'failed') setWords(sent.words ?? messages.failed)
      if (sent.state === 'cancelled') setWords(messages.cancelled)
      if (sent.state !== 'sent') return
      setShot(undefined)
      setArrived(true)
      notify(portal, { tone: 'success', text: done.message })
    }
    await send([shot], { ends: hear })
  }
  return { shot, words, arrived, progress, take, drop, submit, cancel }
}

/** Revokes the object URL when the picture is no longer shown, to free its memory. */
function useAddress(address: string | undefined): void {
  useEffect(() => () => (address === undefined ? undefined : URL.revokeObjectURL(address)), [address])
}
