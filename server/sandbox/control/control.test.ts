import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../../../tests/support/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const get = (path: string) => sandbox.app.inject(path)
const json = async (path: string) => (await get(path)).json()
const post = (url: string, payload?: object) => sandbox.app.inject({ method: 'POST', url, payload })

test('the controls are for this machine only, and for the token where there is one', async () => {
  const guarded = await openTestSandbox({ token: 'let-me-in' })
  const ask = (remoteAddress: string, authorization = '') =>
    guarded.app.inject({ url: '/sandbox/faults', remoteAddress, headers: { authorization } })
  expect((await ask('127.0.0.1')).statusCode).toBe(401)
  expect((await ask('127.0.0.1', 'Bearer let-me-out')).statusCode).toBe(401)
  expect((await ask('127.0.0.1', 'Bearer let-me-in')).statusCode).toBe(200)
  expect((await ask('10.1.2.3', 'Bearer let-me-in')).statusCode).toBe(404)
  for (const url of ['/SANDBOX/faults', '/Sandbox/Faults', '/%73andbox/faults']) {
    expect((await guarded.app.inject({ url, remoteAddress: '127.0.0.1' })).statusCode).toBe(401)
  }
  expect(
    (await guarded.app.inject({ url: '/lakeside/api/Provider/GetPracticeName', remoteAddress: '127.0.0.1' }))
      .statusCode,
  ).toBe(200)
  await guarded.close()
})

test('a fault spoils the calls it names, as often as it says, and no other', async () => {
  await post('/sandbox/faults', { practice: 'lakeside', path: 'GetPracticeName', kind: 'nonsense', times: 2 })
  const name = () => json('/lakeside/api/Provider/GetPracticeName')
  expect(await json('/northgate/api/Provider/GetPracticeName')).toBe('Northgate Family Medicine')
  expect(await json('/lakeside/api/Provider/GetLicenseName')).toBe('lakeside')
  expect([await name(), await name()]).toEqual([{ unexpected: ['answer'] }, { unexpected: ['answer'] }])
  expect(await name()).toBe('Lakeside Dermatology')
  expect((await post('/sandbox/faults', { kind: 'earthquake' })).statusCode).toBe(400)
  expect((await get('/health')).json()).toEqual({ status: 'ok' })
})

test('a held call goes on when its fault is cleared, and the other faults stay', async () => {
  await post('/sandbox/faults', { path: 'GetPracticeName', kind: 'hold', times: 1 })
  await post('/sandbox/faults', { path: 'GetLicenseName', kind: 'nonsense' })
  const name = json('/lakeside/api/Provider/GetPracticeName')
  await expect.poll(() => json('/sandbox/faults/held')).toBe(1)
  await sandbox.app.inject({ method: 'DELETE', url: '/sandbox/faults?kind=hold' })
  expect(await name).toBe('Lakeside Dermatology')
  expect(await json('/sandbox/faults/held')).toBe(0)
  expect(await json('/lakeside/api/Provider/GetLicenseName')).toEqual({ unexpected: ['answer'] })
  await sandbox.app.inject({ method: 'DELETE', url: '/sandbox/faults' })
})
