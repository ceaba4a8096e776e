import { useEffect, useId, useRef } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { announce } from '../../base/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import type { BlockProps } from '../../render/block-props.ts'
import { Blocks } from '../../render/blocks.tsx'
import look from './setting.module.css'
import { SettingSwitch } from './setting-switch.tsx'

type Setting = BlockOf<'setting'>

export function SettingBlock({ block }: BlockProps<'setting'>) {
  const { title, text, switches = [], blocks, notes = [] } = block
  const id = useId()
  useResultNews(block.result)
  return (
    <div className={look.setting} role="group" aria-labelledby={id}>
      <div className={look.words}>
        <h3 id={id}>{title}</h3>
        <p className={look.text}>{text}</p>
      </div>
      <div className={look.control}>
        {switches.map((each) => (
          <SettingSwitch key={each.id} value={each} isOnly={switches.length === 1} />
        ))}
        <Blocks blocks={blocks} />
      </div>
      <div className={look.about}>
        {notes.map(({ id: note, tone, text: words }) => (
          <p key={note} className={`${look.note} ${look[tone]}`}>
            <Icon name={tone === 'warning' || tone === 'error' ? 'warning' : 'info'} />
            <span>{words}</span>
          </p>
        ))}
        <Result result={block.result} title={title} />
        <StateLine block={block} />
      </div>
    </div>
  )
}

function Result({ result, title }: Pick<Setting, 'result' | 'title'>) {
  if (!result) return null
  return (
    <p className={look.result}>
      <Icon name="check" />
      <span>{result.text}</span>
      {result.undo && (
        <Button action={result.undo.do} look="link" small>
          {result.undo.label} <span className="visually-hidden">{title}</span>
        </Button>
      )}
    </p>
  )
}

function StateLine({ block: { state, details, title } }: { block: Setting }) {
  return (
    <p className={look.state}>
      <span className={state.changed ? look.changed : undefined}>{state.text}</span>
      {details && (
        <Button action={{ type: 'navigate', to: details.to }} look="link" small>
          {details.label} <span className="visually-hidden">{title}</span>
        </Button>
      )}
    </p>
  )
}

/** Says each new result, but not those that were there when the screen was opened. */
function useResultNews(result: Setting['result']): void {
  const known = useRef(result?.version)
  useEffect(() => {
    if (result && result.version !== known.current) announce(result.text, 'polite')
    known.current = result?.version
  }, [result])
}
