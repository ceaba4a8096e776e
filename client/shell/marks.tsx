/** The few icons of the shell, so that it needs no icon set. All are decorative. */
interface MarkProps {
  path: string
  size?: number
}

function Mark({ path, size = 20 }: MarkProps) {
  return (
    <svg
      className="mark"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  )
}

export const BackArrow = () => <Mark path="M19 12H5m6-6-6 6 6 6" size={18} />
export const Chevron = () => <Mark path="m6 9 6 6 6-6" size={16} />
export const Bars = () => <Mark path="M4 7h16M4 12h16M4 17h16" size={22} />
export const Cross = () => <Mark path="m6 6 12 12M18 6 6 18" size={22} />
