import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fewAtOnce, openTurns } from './turns.ts'

/** A task that runs until it is ended. */
function openTask() {
  const task = { began: false, end: (): void => undefined, fail: (): void => undefined }
  const run = () =>
    new Promise<string>((resolve, reject) => {
      task.began = true
      task.end = () => resolve('done')
      task.fail = () => reject(new Error('no paper'))
    })
  return { task, run }
}

test('two tasks of one key run at once, those of another beside them, and the third when one has failed', async () => {
  const turns = openTurns(2)
  const [first, second, third, other] = [openTask(), openTask(), openTask(), openTask()]
  const results = [first, second, third].map(({ run }) => turns.run('maria', run))
  const others = turns.run('ben', other.run)
  await nextTurn()
  expect([first, second, third, other].map(({ task }) => task.began)).toEqual([true, true, false, true])
  first.task.fail()
  await expect(results[0]).rejects.toThrow('no paper')
  await nextTurn()
  for (const { task } of [second, third, other]) task.end()
  expect(await Promise.all([results[1], results[2], others])).toEqual(['done', 'done', 'done'])
})

test('four items are worked on at once, and the results have their order', async () => {
  const all = Array.from({ length: 9 }, openTask)
  const results = fewAtOnce(all, ({ run }) => run())
  const begun = () => all.filter(({ task }) => task.began).length
  await nextTurn()
  expect(begun()).toBe(4)
  all[2]!.task.end()
  await nextTurn()
  expect(begun()).toBe(5)
  for (const each of all) {
    each.task.end()
    await nextTurn()
  }
  for (const each of all) each.task.end()
  expect(await results).toEqual(all.map(() => 'done'))
})

test('after an item has failed no other begins, and the error comes when all that began has ended', async () => {
  const all = Array.from({ length: 9 }, openTask)
  let isOver = false
  const results = fewAtOnce(all, ({ run }) => run()).finally(() => (isOver = true))
  const failed = expect(results).rejects.toThrow('no paper')
  await nextTurn()
  all[1]!.task.fail()
  await nextTurn()
  await nextTurn()
  expect([all.filter(({ task }) => task.began).length, isOver]).toEqual([4, false])
  for (const each of all) each.task.end()
  await failed
  expect(isOver).toBe(true)
})
