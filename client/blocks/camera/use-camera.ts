import { useCallback, useEffect, useRef, useState } from 'react'

/** `refused`: the user denied access; `missing`: there is no working camera. */
type CameraState = 'asking' | 'on' | 'refused' | 'missing'

interface UsedCamera {
  state: CameraState
  /** Sets the element that shows the camera picture. */
  show: (video: HTMLVideoElement | null) => void
  video: React.RefObject<HTMLVideoElement | null>
}

/** Uses the rear camera of the device. Turns it off on unmount. */
export function useCamera(): UsedCamera {
  const [state, setState] = useState<CameraState>('asking')
  const [stream, setStream] = useState<MediaStream>()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const opening = open()
    let left = false
    opening.then(
      (opened) => {
        if (left) return
        setStream(opened)
        setState('on')
      },
      (failure: unknown) => !left && setState(stateAfter(failure)),
    )
    return () => {
      left = true
      void opening.then(stop, () => undefined) // access may be granted after the user has left the screen
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

/** Pages over plain HTTP have no access to a camera. */
async function open(): Promise<MediaStream> {
  const { mediaDevices } = navigator as Partial<Navigator> // undefined on such pages, although its type says otherwise
  if (!mediaDevices?.getUserMedia) throw new DOMException('no camera', 'NotFoundError')
  return mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function stateAfter(failure: unknown): CameraState {
  const { name } = failure as { name?: string } // browsers reject with a DOMException
  return name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'missing'
}
