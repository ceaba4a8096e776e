import { describe, expect, it } from 'vitest'
import { contrastOnWhite, readableShade } from './contrast.ts'

describe('contrast on white', () => {
  it('agrees with the figures of WCAG for known colours', () => {
    expect(contrastOnWhite('#000000')).toBeCloseTo(21, 5)
    expect(contrastOnWhite('#ffffff')).toBeCloseTo(1, 5)
    expect(contrastOnWhite('#767676')).toBeCloseTo(4.54, 2)
    expect(contrastOnWhite('#777777')).toBeCloseTo(4.48, 2)
  })

  it('tells the brand colour for text from the one that is only for surfaces [1 §9.25] [2 §1.28]', () => {
    expect(contrastOnWhite('#13607C')).toBeGreaterThan(4.5)
    expect(contrastOnWhite('#18a2b8')).toBeLessThan(4.5)
  })
})

describe('the readable shade of a colour', () => {
  it('is the colour itself when it can be read', () => {
    expect(readableShade('#13607C', 4.5)).toBe('#13607C')
  })

  it('is dark enough and not much darker than needed, for every hue', () => {
    for (const colour of ['#18a2b8', '#ffff00', '#ff8800', '#00ff00', '#ffc0cb', '#ffffff', '#808080']) {
      const ratio = contrastOnWhite(readableShade(colour, 4.5))
      expect(ratio, colour).toBeGreaterThanOrEqual(4.5)
      expect(ratio, colour).toBeLessThan(4.7)
    }
  })

  it('keeps the hue: the order of red, green and blue', () => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
      Number.parseInt(readableShade('#18a2b8', 4.5).slice(start, start + 2), 16),
    )
    expect(red).toBeLessThan(green)
    expect(green).toBeLessThan(blue)
  })
})
