import { QRCode } from 'antd'
import type { BlockProps } from '../render/block-props.ts'
import { Antd } from '../parts/antd.tsx'
import { Words } from '../parts/words.tsx'
import look from './qr.module.css'

/** Scanners need four modules of white around the code (ISO/IEC 18004), on any background. */
const quietZone = 4

export function QrBlock({ block: { text, alt, size = 200, caption } }: BlockProps<'qr'>) {
  return (
    <figure className={look.qr}>
      <Antd>
        <QRCode
          type="svg"
          className={look.code}
          value={text}
          aria-label={alt}
          size={size}
          marginSize={quietZone}
          color="#000000"
          bgColor="#ffffff"
          bordered={false}
        />
      </Antd>
      {caption && (
        <figcaption className={look.caption}>
          <Words words={caption} />
        </figcaption>
      )}
    </figure>
  )
}
