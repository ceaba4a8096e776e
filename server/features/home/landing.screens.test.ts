import { expect, test } from 'vitest'
import { landingScreen, locationBlocks } from './landing.screens.ts'

const practice = { practice: 'Hill Clinic', signUp: true, methods: [], photoOf: undefined, tiles: [] }

test('without a photo the two cards stand beside each other, and there is no place for a picture', () => {
  const { blocks } = landingScreen(practice)
  expect(blocks.map(({ kind, id }) => [kind, id])).toEqual([
    ['text', 'title'],
    ['text', 'lead'],
    ['grid', 'ways'],
    ['region', 'locations'],
  ])
  expect(JSON.stringify(blocks)).not.toContain('image')
})

test('a practice where nobody can sign up has one card', () => {
  const { blocks } = landingScreen({ ...practice, signUp: false })
  expect(blocks.find(({ id }) => id === 'ways')).toMatchObject({ columns: 1, blocks: [{ title: 'View my account' }] })
})

test('somebody who is signed in is not asked to sign in', () => {
  const { blocks } = landingScreen({ ...practice, ownPage: '/user/home/dashboard' })
  expect(blocks.find(({ id }) => id === 'ways')).toMatchObject({ columns: 1, blocks: [{ title: 'View my account' }] })
  expect(JSON.stringify(blocks)).toContain('"to":"/user/home/dashboard"')
  expect(JSON.stringify(blocks)).not.toContain('Sign in')
})

test('a practice without locations says nothing of them', () => {
  expect(locationBlocks([])).toEqual([])
})
