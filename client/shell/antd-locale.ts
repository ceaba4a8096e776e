import english from 'antd/es/date-picker/locale/en_US'
import type { Locale } from 'antd/es/locale'

/** antd names the buttons of its calendar otherwise than they read; without a name of their own their words count. */
export const antdLocale: Locale = {
  locale: 'en',
  DatePicker: { ...english, lang: { ...english.lang, monthSelect: '', yearSelect: '' } },
}
