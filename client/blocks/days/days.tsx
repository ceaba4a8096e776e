import type { MouseEvent } from 'react'
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { useRun } from '../../actions/use-run.ts'
import { focusBlock } from '../../base/focus.ts'
import { useBelow } from '../../base/use-below.ts'
import { Button } from '../../parts/button.tsx'
import type { BlockProps } from '../../render/block-props.ts'
import { ActLink } from '../../render/to.tsx'
import { DayField } from './day-field.tsx'
import look from './days.module.css'

type Days = BlockOf<'days'>
type Day = Days['days'][number]

/** The picker and what else can be done scroll away; one line stays on the screen above what it is about: the days, or the day. */
export function DaysBlock({ block }: BlockProps<'days'>) {
  const { title, narrow, wide = {}, picker, aside, skip, label, heads, first } = block
  const short = useBelow(narrow?.below) && narrow
  return (
    <div className={look.days} role="group" aria-label={label}>
      <div className={look.tools}>
        {skip && <Skip skip={skip} />}
        <DayField picker={picker} />
        {aside && <Aside aside={aside} />}
      </div>
      {short && first && <First first={first} />}
      <div className={`${look.stays} ${heads ? look.heads : ''}`}>
        <Stretch
          title={short ? short.title : title}
          arrows={short || wide}
          first={short ? undefined : first}
          block={block}
        />
        {!short && <Strip block={block} />}
      </div>
    </div>
  )
}

function Skip({ skip: { label, to } }: { skip: NonNullable<Days['skip']> }) {
  const move = (event: MouseEvent) => {
    event.preventDefault()
    focusBlock(to)
  }
  return (
    <a className={look.skip} href={`#${to}`} onClick={move}>
      {label}
    </a>
  )
}

function Aside({ aside: { text, label, do: action } }: { aside: NonNullable<Days['aside']> }) {
  return (
    <p className={look.asideWords}>
      <span>{text}</span>{' '}
      <Button action={action} look="link" small>
        {label}
      </Button>
    </p>
  )
}

function Stretch({
  title,
  arrows: { previous, next, previousTarget, nextTarget },
  first,
  block: { previousLabel, nextLabel },
}: {
  title: string
  arrows: NonNullable<Days['wide']>
  first: Days['first']
  block: Days
}) {
  return (
    <div className={look.stretch}>
      <div className={look.shown}>
        <h2 className={look.title} aria-live="polite">
          {title}
        </h2>
        {first && <First first={first} />}
      </div>
      <Arrow to={previous} label={previousLabel} target={previousTarget} mark={<LeftOutlined aria-hidden="true" />} />
      <Arrow to={next} label={nextLabel} target={nextTarget} mark={<RightOutlined aria-hidden="true" />} />
    </div>
  )
}

function First({ first: { text, do: action } }: { first: NonNullable<Days['first']> }) {
  if (!action) return <p className={look.first}>{text}</p>
  return (
    <ActLink className={look.first} action={action}>
      {text}
    </ActLink>
  )
}

/** Keeps its space if there is no target, so that the other arrow does not move under the pointer. */
function Arrow({ to, label, target, mark }: ArrowProps) {
  if (!to) return <span className={look.noArrow} />
  const words = target === undefined ? label : `${label}: ${target}`
  return (
    <ActLink className={look.arrow} action={to} aria-label={words} title={words}>
      {mark}
      {target !== undefined && <span className={look.target}>{target}</span>}
    </ActLink>
  )
}

interface ArrowProps {
  to: NonNullable<Days['wide']>['next']
  label: string
  /** The days where it leads. */
  target: string | undefined
  mark: React.ReactNode
}

function Strip({ block: { days } }: { block: Days }) {
  const isOneChosen = days.some(({ chosen }) => chosen)
  return (
    <ol className={look.strip}>
      {days.map((day) => (
        <li key={day.day} className={look.place}>
          <StripDay day={day} isOneChosen={isOneChosen} />
        </li>
      ))}
    </ol>
  )
}

function StripDay({ day: { weekday, text, today, chosen, closed, about, do: action }, isOneChosen }: StripDayProps) {
  const { run } = useRun()
  const className = `${look.day} ${today ? look.today : ''} ${chosen ? look.chosen : ''} ${closed ? look.closed : ''}`
  const words = (
    <>
      <span className={look.weekday}>{weekday}</span> <span>{text}</span>
    </>
  )
  if (!action)
    return (
      <span className={className} title={closed} {...(chosen && { 'aria-current': 'date' as const })}>
        {words}
        {closed && <span className="visually-hidden"> {closed}</span>}
      </span>
    )
  return (
    <button
      type="button"
      className={`${className} ${look.leads}`}
      title={about}
      aria-current={today ? 'date' : undefined}
      aria-pressed={isOneChosen ? chosen === true : undefined}
      onClick={() => void run(action)}
    >
      {words}
    </button>
  )
}

interface StripDayProps {
  day: Day
  /** What follows is about one of the days, so each says whether it is the one. */
  isOneChosen: boolean
}
