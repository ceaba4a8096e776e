// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announce } from './announce.ts'

const heard = (id = 'announce-polite') =>
  [...(document.getElementById(id)?.children ?? [])].map(({ textContent }) => textContent)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  announce('', 'polite')
  announce('', 'assertive')
  vi.useRealTimers()
})

it('two sentences within a moment are both announced, the same one once', () => {
  announce('Messages, 2 unread', 'polite')
  vi.advanceTimersByTime(30)
  announce('This screen was updated.', 'polite')
  announce('This screen was updated.', 'polite')
  vi.advanceTimersByTime(60)
  expect(heard()).toEqual(['Messages, 2 unread', 'This screen was updated.'])
})

it('a later one takes the place of what was announced, and the same one is announced again', () => {
  announce('Saved', 'polite')
  vi.advanceTimersByTime(60)
  announce('Saved', 'polite')
  expect(heard()).toEqual([])
  vi.advanceTimersByTime(60)
  expect(heard()).toEqual(['Saved'])
})

it('what is announced is not what the screen shows', () => {
  announce('Saved', 'polite')
  announce('Saved', 'assertive')
  vi.advanceTimersByTime(60)
  expect([heard(), screen.queryByText('Saved')]).toEqual([['Saved'], null])
})

it('what is urgent is apart from what is not', () => {
  announce('Saved', 'polite')
  announce('The connection was lost', 'assertive')
  vi.advanceTimersByTime(60)
  expect([heard(), heard('announce-assertive')]).toEqual([['Saved'], ['The connection was lost']])
})

it('an empty text takes back what is waiting, and not what comes after it', () => {
  announce('Ada', 'polite')
  announce('', 'polite')
  announce('Session over', 'polite')
  vi.advanceTimersByTime(120)
  expect(heard()).toEqual(['Session over'])
})
