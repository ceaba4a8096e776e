import type { RowAction } from '../../schemas/row-action.ts'
import { useWords } from '../model/use-words.ts'
import { Button } from './button.tsx'
import { Disclosure } from './disclosure.tsx'
import { RefusedButton } from './refused-button.tsx'
import look from './row-actions.module.css'

/** The actions on one thing; those of the menu stand behind one button. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const shown = actions.filter(({ inMenu }) => !inMenu)
  const folded = actions.filter(({ inMenu }) => inMenu)
  return (
    <>
      {shown.map((each) => (
        <RowButton key={each.id} action={each} />
      ))}
      {folded.length > 0 && <RowMenu actions={folded} />}
    </>
  )
}

function RowButton({ action: { label, about, style = 'link', icon, disabled, do: action } }: { action: RowAction }) {
  const words = (
    <>
      {label} <span className="visually-hidden">{about}</span>
    </>
  )
  if (disabled)
    return (
      <RefusedButton reason={disabled.reason} look={style} icon={icon} small>
        {words}
      </RefusedButton>
    )
  return (
    <Button action={action} look={style} icon={icon} small>
      {words}
    </Button>
  )
}

/** Opens within its row, so that it is cut off by nothing, however narrow the table is. */
function RowMenu({ actions }: { actions: readonly RowAction[] }) {
  const word = useWords()
  const face = () => (
    <>
      <span className="visually-hidden">
        {word('more')} {actions[0]?.about}
      </span>
      <span aria-hidden="true">⋯</span>
    </>
  )
  return (
    <Disclosure className={look.menu ?? ''} face={face}>
      {() => (
        <ul>
          {actions.map((each) => (
            <li key={each.id} className={each.style === 'danger' ? look.danger : undefined}>
              <RowButton action={each} />
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  )
}
