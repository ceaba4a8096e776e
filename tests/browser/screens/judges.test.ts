import { expect } from 'vitest'
import { browserTest } from '../browser-test.ts'
import { openContext } from '../people.ts'
import { widths } from './judge.ts'
import { judges } from './judges.ts'

const test = browserTest({ shared: true })

/** Made of one word that no line breaks. */
const wide = '<p style="white-space: nowrap">' + 'Lakeside '.repeat(60) + '</p>'
const table = (cells: string) => `<table><caption>Rooms</caption><tbody><tr>${cells}</tr></tbody></table>`

/** A fault for each judge, by its name: what stands on a page, and with which words the judge begins. */
const faults: Record<string, { content: string; says: string }> = {
  'is open to everybody: WCAG 2.2 A and AA, contrast and the size of targets included': {
    content: '<p style="color: #bbb">Pale</p>',
    says: 'color-contrast',
  },
  'fits the window': { content: wide, says: 'it scrolls sideways' },
  'begins where the header begins': {
    content: '<div class="screen" style="padding-left: 3px">Moved</div>',
    says: '{"header":',
  },
  'has no table that scrolls sideways': {
    content: `<div style="width: 200px; overflow: auto">${table(`<td>${wide}</td>`)}</div>`,
    says: 'Rooms',
  },
  'breaks no word in the cell of a table': {
    content: `<div style="width: 60px">${table('<td style="overflow-wrap: anywhere">Hydrocortisone</td>')}</div>`,
    says: 'Hydrocortisone',
  },
  'has the actions of a row in one line, and on a phone each at least 44 px high': {
    content: table(
      '<td class="acts"><button style="display: block; height: 36px">View</button><button>Print</button></td>',
    ),
    says: 'ViewPrint: ',
  },
  'has the open one of a row of tabs in sight, and fades the row where it goes on': {
    content:
      '<div role="tablist"><button role="tab" aria-selected="true" style="margin-left: -9px">Bills</button></div>',
    says: 'the chosen one is cut',
  },
  'shows where the focus is by a ring that is seen on its ground': {
    content: '<button style="outline: none">Without a ring</button>',
    says: 'Without a ring: 0.0',
  },
  'fits with names of 60 letters': {
    content: '<p style="white-space: nowrap">Maria Maria</p>',
    says: 'it scrolls sideways',
  },
  'fits a phone with text of twice the size': {
    content: '<p style="font-size: 1rem; width: 13rem">Twice as wide</p>',
    says: 'it scrolls sideways',
  },
}

const page = (content: string) => `<!doctype html><html lang="en"><title>Rooms</title>
  <meta name="viewport" content="width=device-width">
  <style>body { margin: 0 } h1 { font-size: 2rem; margin: 0 } button { height: 44px } button:focus-visible { outline: 2px solid black }</style>
  <header><div class="brand" style="width: 9rem">Lakeside</div></header><main><h1>Rooms</h1>${content}</main></html>`

test.for(judges.map((judge) => [judge.name, judge] as const))(
  '%s: is seen to be so, and not to be',
  async ([name, { at = widths, faultsOn }], { browser }) => {
    const { content, says } = faults[name] ?? expect.fail('this judge has no fault to find')
    const drawn = await (await openContext({ browser })).newPage()
    for (const width of at) {
      await drawn.setViewportSize({ width, height: 900 })
      await drawn.setContent(page('<p>Three rooms</p><button>Open</button>'))
      expect(await faultsOn(drawn)).toEqual([])
      await drawn.setContent(page(content))
      const before = await drawn.content()
      expect((await faultsOn(drawn)).map((fault) => fault.slice(0, says.length))).toContain(says)
      expect((await drawn.content()).replace(' style=""', '')).toContain(before.slice(before.indexOf('<header>')))
    }
  },
)
