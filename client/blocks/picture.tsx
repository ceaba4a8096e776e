import { useState } from 'react'
import type { Picture as PictureValue } from '../../schemas/base.ts'
import look from './picture.module.css'

interface PictureProps {
  picture: PictureValue
  shape?: 'round' | 'square' | 'wide'
}

const tints = 5

/** A photo, or initials on a tinted disc where there is none or it does not load. */
export function Picture({ picture: { src, initials = '', alt }, shape = 'round' }: PictureProps) {
  const [broken, setBroken] = useState(false)
  if (src && !broken) return <img className={`${look.picture} ${look[shape]}`} src={src} alt={alt} loading="lazy" onError={() => setBroken(true)} />
  const name = alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true }
  return <span className={`${look.picture} ${look[shape]} ${look[`tint${tintOf(initials)}`]}`} {...name}>{initials}</span>
}

/** The same initials always have the same tint. */
function tintOf(initials: string): number {
  return [...initials].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % tints
}
