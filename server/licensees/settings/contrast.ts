/** Returns the contrast of a color (`#rrggbb`) against white, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOnWhite(colour: string): number {
  return 1.05 / (luminance(channelsOf(colour)) + 0.05)
}

/** Returns the color itself if its contrast suffices, otherwise the nearest darker shade of the same hue that does. */
export function readableShade(colour: string, least: number): string {
  if (contrastOnWhite(colour) >= least) return colour
  const channels = channelsOf(colour)
  for (let share = 999; share > 0; share--) {
    const shade = hexOf(channels.map((channel) => Math.round((channel * share) / 1000)))
    if (contrastOnWhite(shade) >= least) return shade
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
