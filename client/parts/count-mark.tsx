import type { Count } from '../../schemas/base.ts'

interface CountMarkProps {
  count: Count | undefined
  className?: string
}

/** How many wait at an entry: seen as a number, heard in words. */
export function CountMark({ count, className = 'count' }: CountMarkProps) {
  if (!count) return null
  return (
    <>
      <span className={className} aria-hidden="true">
        {count.value}
      </span>
      <span className="visually-hidden">, {count.words}</span>
    </>
  )
}
