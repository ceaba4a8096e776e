import { placeOf } from '../../../../client/shell/place-of.ts'
import type { Shell } from '../../../../schemas/shell.ts'
import { paths } from '../../../../server/practice/paths.ts'
import { openedScreens, type Judge } from '../judge.ts'

/** Screens before sign-in, which nobody who is signed in is led to. */
const beforeSignIn =
  /^\/(admin|privacypolicy|user\/(login|signup|forgot\w+|resetpassword|guestLogin|invitation|bill|stopMessageEmails)(\/.*)?)?$/

/** Anybody may open it, but only guests are led to it. */
const thanksOfGuests = paths.guestThanks()

const isBillOfGuests = ({ do: act }: Shell['navigation']['entries'][number]) =>
  act.type === 'navigate' && act.to === paths.guestBilling()

export const marks: Judge = {
  name: 'marks one entry of the menus on every screen with a navigation',
  faultsIn: (crawled) => {
    if (!crawled.isSignedIn) return []
    const { navigation, account } = crawled.shell
    return openedScreens(crawled).flatMap(({ address, screen }) => {
      if (screen.chrome !== 'full' || beforeSignIn.test(address.split('?')[0] ?? '')) return []
      if (address === thanksOfGuests && !navigation.entries.some(isBillOfGuests)) return []
      const entries = [...navigation.entries, ...(account?.entries ?? [])]
      const marked = entries.filter((entry) => placeOf(entry, { path: address, under: screen.under }))
      return marked.length === 1 ? [] : [`${address}: ${marked.map(({ label }) => label).join(' and ') || 'nothing'}`]
    })
  },
}
