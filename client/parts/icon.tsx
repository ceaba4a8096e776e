import BankOutlined from '@ant-design/icons/es/icons/BankOutlined'
import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import CameraOutlined from '@ant-design/icons/es/icons/CameraOutlined'
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import CreditCardOutlined from '@ant-design/icons/es/icons/CreditCardOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import EnvironmentOutlined from '@ant-design/icons/es/icons/EnvironmentOutlined'
import ExperimentOutlined from '@ant-design/icons/es/icons/ExperimentOutlined'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined'
import InfoCircleOutlined from '@ant-design/icons/es/icons/InfoCircleOutlined'
import KeyOutlined from '@ant-design/icons/es/icons/KeyOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined'
import PhoneOutlined from '@ant-design/icons/es/icons/PhoneOutlined'
import ProfileOutlined from '@ant-design/icons/es/icons/ProfileOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import SnippetsOutlined from '@ant-design/icons/es/icons/SnippetsOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import VideoCameraOutlined from '@ant-design/icons/es/icons/VideoCameraOutlined'
import WarningOutlined from '@ant-design/icons/es/icons/WarningOutlined'
import type { IconName } from '../../schemas/base.ts'

const drawings = {
  beaker: ExperimentOutlined,
  building: BankOutlined,
  calendar: CalendarOutlined,
  camera: CameraOutlined,
  card: CreditCardOutlined,
  check: CheckOutlined,
  clipboard: SnippetsOutlined,
  clock: ClockCircleOutlined,
  document: FileTextOutlined,
  edit: EditOutlined,
  folder: FolderOpenOutlined,
  home: HomeOutlined,
  info: InfoCircleOutlined,
  key: KeyOutlined,
  list: ProfileOutlined,
  location: EnvironmentOutlined,
  lock: LockOutlined,
  message: MessageOutlined,
  person: UserOutlined,
  people: TeamOutlined,
  phone: PhoneOutlined,
  search: SearchOutlined,
  settings: SettingOutlined,
  signout: LogoutOutlined,
  video: VideoCameraOutlined,
  warning: WarningOutlined,
} satisfies Record<IconName, typeof BankOutlined>

/** A decorative drawing beside text. */
export function Icon({ name }: { name: IconName }) {
  const Drawing = drawings[name]
  return <Drawing aria-hidden="true" />
}
