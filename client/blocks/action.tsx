import type { BlockProps } from '../render/block-props.ts'
import { Button } from '../parts/button.tsx'
import { RefusedButton } from '../parts/refused-button.tsx'

export function ActionBlock({ block }: BlockProps<'action'>) {
  const { text, style, icon, wide, wideUpTo, disabled, label, do: action } = block
  const common = { look: style, icon, wide: wide ? true : wideUpTo && ('narrow' as const), label }
  if (disabled)
    return (
      <RefusedButton reason={disabled.reason} {...common}>
        {text}
      </RefusedButton>
    )
  return (
    <Button action={action} {...common}>
      {text}
    </Button>
  )
}
