import { useState } from 'react'
import type { Picture as PictureValue } from '../../schemas/base.ts'
import { Icon } from './icon.tsx'
import look from './picture.module.css'

interface PictureProps {
  picture: PictureValue
  shape?: 'round' | 'square' | 'wide' | 'fill'
  /** As a block on its own instead of a mark beside text. */
  large?: boolean
}

const tints = 5

/** A photo, or initials on a tinted disc if there is none or it does not load; nothing where it would fill its place. */
export function Picture({ picture: { src, initials, alt }, shape = 'round', large }: PictureProps) {
  const [broken, setBroken] = useState<string>()
  const className = `${look.picture} ${large ? look.large : ''} ${look[shape]}`
  if (src && src !== broken)
    return <img className={className} src={src} alt={alt} loading="lazy" onError={() => setBroken(src)} />
  if (shape === 'fill') return null
  const name = alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true }
  return (
    <span className={`${className} ${look[`tint${tintOf(initials ?? alt)}`]}`} {...name}>
      {initials ?? <Icon name="person" />}
    </span>
  )
}

/** The same initials always have the same tint. */
function tintOf(initials: string): number {
  return Array.from(initials, (initial) => initial.charCodeAt(0)).reduce((sum, code) => sum + code, 0) % tints
}
