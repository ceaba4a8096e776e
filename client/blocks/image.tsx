import type { BlockProps } from '../render/block-props.ts'
import { Picture } from '../parts/picture.tsx'
import look from './image.module.css'

export function ImageBlock({ block: { picture, shape, size, small } }: BlockProps<'image'>) {
  const { src, alt } = picture
  if (!size || src === undefined) return <Picture picture={picture} shape={shape} large={!small} />
  return (
    <div className={look.ground}>
      <img className={look.whole} src={src} alt={alt} width={size.width} height={size.height} />
    </div>
  )
}
