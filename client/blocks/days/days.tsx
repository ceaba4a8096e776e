import { lazy, Suspense } from 'react'
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import type { BlockOf } from '../../../schemas/blocks.ts'
import type { BlockProps } from '../../render/block-props.ts'
import { ActLink } from '../../render/to.tsx'
import look from './days.module.css'
import { useBelow } from '../../base/use-below.ts'

const DayPicker = lazy(() => import('./day-picker.tsx').then((file) => ({ default: file.DayPicker })))

type Days = BlockOf<'days'>
type Day = Days['days'][number]

export function DaysBlock({ block }: BlockProps<'days'>) {
  const { title, narrow, wide = {}, picker, days, label } = block
  const short = useBelow(narrow?.below) && narrow
  return (
    <div className={look.days} role="group" aria-label={label}>
      <div className={look.bar}>
        <Stretch title={short ? short.title : title} arrows={short || wide} block={block} />
        <Suspense fallback={<PickerComing label={picker.label} />}>
          <DayPicker picker={picker} />
        </Suspense>
      </div>
      {!short && (
        <ol className={look.strip}>
          {days.map((day) => (
            <li key={day.day} className={look.place}>
              <StripDay day={day} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function Stretch({
  title,
  arrows: { previous, next },
  block,
}: {
  title: string
  arrows: NonNullable<Days['wide']>
  block: Days
}) {
  return (
    <div className={look.stretch}>
      <Arrow to={previous} label={block.previousLabel} mark={<LeftOutlined aria-hidden="true" />} />
      <h2 className={look.title} aria-live="polite">
        {title}
      </h2>
      <Arrow to={next} label={block.nextLabel} mark={<RightOutlined aria-hidden="true" />} />
    </div>
  )
}

/** Keeps its place where there is nowhere to go, so that the other one does not move under the finger. */
function Arrow({ to, label, mark }: { to: NonNullable<Days['wide']>['next']; label: string; mark: React.ReactNode }) {
  if (!to) return <span className={look.noArrow} />
  return (
    <ActLink className={look.arrow} action={to} aria-label={label} title={label}>
      {mark}
    </ActLink>
  )
}

function StripDay({ day: { weekday, text, today, chosen, about, do: action } }: { day: Day }) {
  const className = `${look.day} ${today ? look.today : ''} ${chosen ? look.chosen : ''}`
  const current = chosen ? { 'aria-current': 'date' as const } : {}
  const words = (
    <>
      <span className={look.weekday}>{weekday}</span> <span>{text}</span>
    </>
  )
  if (!action)
    return (
      <span className={className} {...current}>
        {words}
      </span>
    )
  return (
    <ActLink className={`${className} ${look.leads}`} action={action} aria-description={about} {...current}>
      {words}
    </ActLink>
  )
}

/** As tall as the picker that is on its way. */
function PickerComing({ label }: { label: string }) {
  return (
    <div className={look.picker}>
      <span className={look.label}>{label}</span>
      <span className={look.coming} />
    </div>
  )
}
