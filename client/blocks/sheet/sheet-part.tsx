import { useState } from 'react'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { SheetGrid } from './sheet-grid.tsx'
import { SheetList } from './sheet-list.tsx'
import { SheetTable } from './sheet-table.tsx'
import { SheetWords } from './sheet-words.tsx'
import look from './sheet.module.css'

type Part = BlockOf<'sheet'>['parts'][number]
type PartOf<T extends Part['type']> = Extract<Part, { type: T }>

/** A part of a type that this client does not know is left out; the others are drawn. */
export function SheetPart({ part }: { part: Part }) {
  switch (part.type) {
    case 'heading':
      return <SheetHeading part={part} />
    case 'paragraph':
      return (
        <p dir="auto" className={`${look.paragraph} ${part.small ? look.small : ''} ${alignClass(part.align)}`.trim()}>
          <SheetWords words={part.text} />
        </p>
      )
    case 'facts':
      return <SheetFacts part={part} />
    case 'columns':
      return <SheetColumns part={part} />
    case 'table':
      return <SheetTable table={part} />
    case 'list':
      return <SheetList part={part} />
    case 'grid':
      return <SheetGrid part={part} />
    case 'image':
      return <SheetImage part={part} />
    case 'space':
      return part.line ? <hr className={look.line} /> : <div className={look.space} />
  }
}

/** The title of the screen is its h1. */
function SheetHeading({ part: { level, text, align } }: { part: PartOf<'heading'> }) {
  const Heading = level === 1 ? 'h2' : 'h3'
  return <Heading className={`${level === 1 ? look.first : look.second} ${alignClass(align)}`.trim()}>{text}</Heading>
}

/** Its size is reserved while it loads. */
function SheetImage({ part: { src, alt, width, height } }: { part: PartOf<'image'> }) {
  const [broken, setBroken] = useState<string>()
  if (src === broken) return null
  return <img className={look.image} src={src} alt={alt} width={width} height={height} onError={() => setBroken(src)} />
}

function SheetFacts({ part: { facts } }: { part: PartOf<'facts'> }) {
  return (
    <dl className={look.facts}>
      {facts.map(({ name, value, strong }) => (
        <div key={name} className={look.fact}>
          <dt>{name}</dt>
          <dd>{strong ? <strong>{value}</strong> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

function SheetColumns({ part: { columns } }: { part: PartOf<'columns'> }) {
  return (
    <div className={look.columns}>
      {columns.map(({ parts }, column) => (
        // Columns have no id either.
        <div key={`column ${String(column)}`} className={look.column}>
          {parts.map((part, place) => (
            <SheetPart key={`${String(place)} ${part.type}`} part={part} />
          ))}
        </div>
      ))}
    </div>
  )
}

function alignClass(align: 'start' | 'end' | undefined): string {
  return align === 'end' ? (look.end ?? '') : ''
}
