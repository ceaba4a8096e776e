import english from 'antd/es/date-picker/locale/en_US'
import type { Locale } from 'antd/es/locale'

/** antd's names for the calendar buttons differ from their visible text; without them, the text is the name. */
export const antdLocale: Locale = {
  locale: 'en',
  DatePicker: { ...english, lang: { ...english.lang, monthSelect: '', yearSelect: '' } },
}
