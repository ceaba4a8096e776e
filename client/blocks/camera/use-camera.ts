import { useCallback, useEffect, useRef, useState } from 'react'

/** `refused`: somebody said no; `missing`: there is none that works. */
type CameraState = 'asking' | 'on' | 'refused' | 'missing'

interface UsedCamera {
  state: CameraState
  /** Takes the element that shows what the camera sees. */
  show: (video: HTMLVideoElement | null) => void
  video: React.RefObject<HTMLVideoElement | null>
}

/** The camera of the device that looks away from the person. Off as soon as it is not drawn any more. */
export function useCamera(): UsedCamera {
  const [state, setState] = useState<CameraState>('asking')
  const [stream, setStream] = useState<MediaStream>()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const asked = open()
    let left = false
    asked.then(
      (opened) => {
        if (left) return
        setStream(opened)
        setState('on')
      },
      (failure: unknown) => !left && setState(stateAfter(failure)),
    )
    return () => {
      left = true
      void asked.then(stop, () => undefined) // it may only be given after the person has left
    }
  }, [])
  const show = useCallback(
    (element: HTMLVideoElement | null) => {
      video.current = element
      if (element) element.srcObject = stream ?? null
    },
    [stream],
  )
  return { state, show, video }
}

/** Pages that come over plain HTTP have no camera at all. */
async function open(): Promise<MediaStream> {
  const { mediaDevices } = navigator as Partial<Navigator> // missing there, whatever its type says
  if (!mediaDevices?.getUserMedia) throw new DOMException('no camera', 'NotFoundError')
  return mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function stateAfter(failure: unknown): CameraState {
  const { name } = failure as { name?: string } // what a browser rejects with
  return name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'missing'
}
