import { lazy, Suspense } from 'react'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { BlockProps } from '../render/block-props.ts'
import { mediaClass } from '../render/media-class.ts'
import { ActLink } from '../render/to.tsx'
import look from './days.module.css'

const DayPicker = lazy(() => import('./day-picker.tsx').then((file) => ({ default: file.DayPicker })))

type Days = BlockOf<'days'>
type Arrows = Pick<NonNullable<Days['wide']>, 'previous' | 'next'>

export function DaysBlock({ block }: BlockProps<'days'>) {
  const { title, narrow, wide, picker } = block
  const wideClass = narrow ? mediaClass(narrow.below) : ''
  return (
    <div className={look.days} role="group" aria-label={block.label}>
      <div className={look.bar}>
        <div className={`${look.stretch} ${wideClass}`}><Stretch title={title} arrows={wide ?? {}} block={block} /></div>
        {narrow && <div className={`${look.stretch} ${mediaClass(undefined, narrow.below - 1)}`}><Stretch title={narrow.title} arrows={narrow} block={block} /></div>}
        <Suspense fallback={<div className={look.pickerComing} />}><DayPicker picker={picker} /></Suspense>
      </div>
      <ol className={`${look.strip} ${wideClass}`}>
        {block.days.map((day) => <Day key={day.day} day={day} />)}
      </ol>
    </div>
  )
}

function Stretch({ title, arrows, block }: { title: string; arrows: Arrows; block: Days }) {
  const { previousLabel, nextLabel } = block
  return (
    <>
      <Arrow to={arrows.previous} label={previousLabel} mark="‹" />
      <h2 className={look.title} aria-live="polite">{title}</h2>
      <Arrow to={arrows.next} label={nextLabel} mark="›" />
    </>
  )
}

/** Keeps its place where there is nowhere to go, so that the other one does not move under the finger. */
function Arrow({ to, label, mark }: { to: Arrows['next']; label: string; mark: string }) {
  if (!to) return <span className={look.noArrow} />
  return <ActLink className={look.arrow} action={to} aria-label={label}><span aria-hidden="true">{mark}</span></ActLink>
}

function Day({ day: { weekday, text, today, chosen, about, do: action } }: { day: Days['days'][number] }) {
  const className = `${look.day} ${today ? look.today : ''} ${chosen ? look.chosen : ''}`
  const words = (
    <>
      <span className={look.weekday}>{weekday}</span>
      <span>{text}</span>
      {about && <span className="visually-hidden">{about}</span>}
    </>
  )
  const current = chosen ? { 'aria-current': 'date' as const } : {}
  return <li className={className} {...current}>{action ? <ActLink action={action}>{words}</ActLink> : words}</li>
}
