import { useEffect, useRef } from 'react'
import look from './video.module.css'

interface PictureProps {
  stream: MediaStream | undefined
  label: string
  /** The own picture: muted and mirrored. */
  own?: boolean
  className?: string
}

export function VideoPicture({ stream, label, own, className = '' }: PictureProps) {
  const place = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (place.current) place.current.srcObject = stream ?? null
  }, [stream])
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what is said live has no captions yet
    <video
      ref={place}
      className={`${look.picture} ${own ? look.mirrored : ''} ${className}`}
      aria-label={label}
      muted={own}
      autoPlay
      playsInline
    />
  )
}
