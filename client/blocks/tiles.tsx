import type { BlockOf } from '../../schemas/blocks.ts'
import type { BlockProps } from '../render/block-props.ts'
import { ActLink } from '../render/to.tsx'
import busy from '../parts/busy.module.css'
import { Icon } from '../parts/icon.tsx'
import look from './tiles.module.css'

type TileValue = BlockOf<'tiles'>['tiles'][number]

export function TilesBlock({ block: { tiles, size = 'large', label } }: BlockProps<'tiles'>) {
  return (
    <ul className={`${look.tiles} ${look[size]} ${widthOf(tiles.length, size)}`} aria-label={label}>
      {tiles.map((tile) => (
        <li key={tile.id}>
          <Tile tile={tile} />
        </li>
      ))}
    </ul>
  )
}

/** Four in a row if compact, or if three would leave one alone and four do not leave three; two are halves. */
function widthOf(count: number, size: 'large' | 'compact'): string {
  if (count <= 2) return ''
  return (size === 'compact' || (count % 3 === 1 && count % 4 !== 3) || count === 8 ? look.by4 : look.by3) ?? ''
}

function Tile({ tile }: { tile: TileValue }) {
  const { do: action } = tile
  if (!action)
    return (
      <div className={look.tile}>
        <TileWords tile={tile} />
      </div>
    )
  return (
    <ActLink className={`${busy.card} ${look.tile} ${look.leads}`} action={action}>
      <TileWords tile={tile} />
    </ActLink>
  )
}

// Spaces separate the pieces when a screen reader reads them as one name.
function TileWords({ tile: { title, text, icon, count } }: { tile: TileValue }) {
  return (
    <>
      {icon && (
        <span className={look.icon}>
          <Icon name={icon} />
        </span>
      )}
      <span className={look.words}>
        <span className={look.title}>{title}</span> {text && <span className={look.text}>{text}</span>}{' '}
        {count && <span className={look.count}>{count.words}</span>}
      </span>
    </>
  )
}
