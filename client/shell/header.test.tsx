// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Header } from './header.tsx'

afterEach(cleanup)

const shell = {
  brand: { name: 'Hill House', mark: 'HH', logo: '/logo.png', centred: false },
  navigation: { label: 'Main', menuLabel: 'Menu', from: 600, entries: [], narrowEntries: [] },
} as unknown as Parameters<typeof Header>[0]['shell'] // what it reads

test('a logo that does not load leaves the name and its initials', () => {
  render(<Header shell={shell} withNavigation={false} stillBrand={false} />)
  const logo = screen.getByRole('img', { name: 'Hill House' })
  expect(screen.queryByText('HH')).toBeNull()
  fireEvent.error(logo)
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByText('HH').getAttribute('aria-hidden')).toBe('true')
  expect(screen.getByText('Hill House')).toBeTruthy()
})

test('the brand of a screen that people come for alone is no link [1 §2.35]', () => {
  const leading = { ...shell, brand: { ...shell.brand, to: '/' } }
  const { rerender } = render(<Header shell={leading} withNavigation={false} stillBrand={false} />)
  expect(screen.getByRole('link', { name: 'Hill House' })).toBeTruthy()
  rerender(<Header shell={leading} withNavigation={false} stillBrand />)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByRole('img', { name: 'Hill House' })).toBeTruthy()
})
