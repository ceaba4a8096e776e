import { useRef, useState, type ReactNode } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { useWords } from '../../model/use-words.ts'
import type { BlockProps } from '../../render/block-props.ts'
import { CameraChooser } from './camera-chooser.tsx'
import '../../styles/form.css'
import look from './camera.module.css'
import busy from '../../parts/busy.module.css'
import buttons from '../../parts/button.module.css'
import { Icon } from '../../parts/icon.tsx'
import { Sending } from '../../parts/sending.tsx'
import { useFocusAfter } from '../../parts/use-focus-after.ts'
import { useCamera } from './use-camera.ts'
import { useShot } from './use-shot.ts'

type Camera = BlockOf<'camera'>
type Taken = ReturnType<typeof useShot>

export function CameraBlock({ block }: BlockProps<'camera'>) {
  const { label, sending } = block
  const taken = useShot(block)
  const { shot, words, arrived, progress, cancel } = taken
  const place = useRef<HTMLDivElement>(null)
  useFocusAfter(progress ? undefined : `${shot?.key} ${arrived}`, place)
  return (
    <div ref={place} className={look.camera} role="group" aria-label={label}>
      {arrived && <Arrived block={block} taken={taken} />}
      {shot && <StillPicture block={block} taken={taken} address={shot.address} />}
      {!arrived && !shot && <Viewfinder block={block} taken={taken} />}
      {words && <CameraMessage>{words}</CameraMessage>}
      <Sending words={sending} progress={progress} cancel={cancel} />
    </div>
  )
}

interface PartProps {
  block: Camera
  taken: Taken
}

/** The camera is on while this is mounted. */
function Viewfinder({ block: { preview, capture, chooser, messages }, taken }: PartProps) {
  const { state, show, video } = useCamera()
  const [ready, setReady] = useState(false)
  if (state === 'refused' || state === 'missing')
    return (
      <>
        <p className={look.notice}>{messages[state]}</p>
        <CameraChooser label={chooser} choose={taken.take} />
      </>
    )
  const shoot = () => void (ready && video.current && taken.take(video.current))
  return (
    <>
      <video
        ref={show}
        className={look.picture}
        aria-label={preview}
        autoPlay
        playsInline
        muted
        onLoadedData={() => setReady(true)}
      />
      <button
        type="button"
        className={`${busy.button} ${buttons.primary} ${look.button}`}
        aria-busy={!ready || undefined}
        onClick={shoot}
      >
        <Icon name="camera" />
        <span>{capture}</span>
      </button>
    </>
  )
}

function StillPicture({ block: { picture, submit, remove }, taken, address }: PartProps & { address: string }) {
  const word = useWords()
  return (
    <>
      <img className={look.picture} src={address} alt={picture} />
      <div className={look.buttons}>
        <button type="button" className={`${buttons.primary} ${look.button}`} onClick={() => void taken.submit()}>
          {taken.words === undefined ? submit : word('retry')}
        </button>
        <button type="button" className={`${buttons.secondary} ${look.button}`} onClick={taken.drop}>
          {remove}
        </button>
      </div>
    </>
  )
}

function Arrived({ block: { done }, taken }: PartProps) {
  return (
    <>
      <p className={look.arrived}>{done.message}</p>
      {done.more && (
        <button type="button" className={`${buttons.secondary} ${look.button}`} onClick={taken.drop}>
          <Icon name="camera" />
          <span>{done.more}</span>
        </button>
      )}
    </>
  )
}

function CameraMessage({ children }: { children: ReactNode }) {
  const word = useWords()
  return (
    <p className="field-error" role="alert">
      <span className="error-mark" aria-hidden="true">
        !
      </span>
      <span>
        <span className="visually-hidden">{word('errorPrefix')}</span>
        {children}
      </span>
    </p>
  )
}
