import type { SettingView } from './admin.setting.view.ts'

/** Returns the settings whose name, words, options, key or screens contain every word of a query. */
export function matchingSettings(views: readonly SettingView[], query: string): readonly SettingView[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return views.filter((view) => {
    const text = searchedText(view)
    return words.every((word) => text.includes(word))
  })
}

function searchedText({ definition, screens }: SettingView): string {
  const { name, title, help, shapes, group } = definition
  const options = 'options' in definition ? definition.options.map(({ label }) => label) : []
  const routes = screens.flatMap((screen) => [screen.title, screen.route])
  return [name, name.replaceAll('_', ' '), title, help, shapes, group, ...options, ...routes].join('\n').toLowerCase()
}
