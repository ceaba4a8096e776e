import type { BlockProps } from '../render/block-props.ts'
import { Picture } from '../parts/picture.tsx'

export function ImageBlock({ block: { picture, shape, small } }: BlockProps<'image'>) {
  return <Picture picture={picture} shape={shape} large={!small} />
}
