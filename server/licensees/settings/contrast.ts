const white = '#ffffff'

/** Returns the contrast of two colors (`#rrggbb`), from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(colour: string, ground: string): number {
  const [dark = 0, light = 0] = [luminance(channelsOf(colour)), luminance(channelsOf(ground))].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

export function contrastOnWhite(colour: string): number {
  return contrastOf(colour, white)
}

/** Returns white with a share of a color, from 0 to 1, as `color-mix(in srgb, …)` of the style sheets does. */
export function tintOf(colour: string, share: number): string {
  return hexOf(channelsOf(colour).map((channel) => Math.round(channel * share + 255 * (1 - share))))
}

/**
 * Returns the color itself if its contrast suffices on each of the grounds, otherwise the nearest darker shade of the
 * same hue that does.
 */
export function readableShade(colour: string, least: number, grounds: readonly string[] = [white]): string {
  const suffices = (shade: string) => grounds.every((ground) => contrastOf(shade, ground) >= least)
  if (suffices(colour)) return colour
  const channels = channelsOf(colour)
  for (let share = 999; share > 0; share--) {
    const shade = hexOf(channels.map((channel) => Math.round((channel * share) / 1000)))
    if (suffices(shade)) return shade
  }
  return '#000000'
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}

function hexOf(channels: number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function luminance(channels: number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map(linear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
