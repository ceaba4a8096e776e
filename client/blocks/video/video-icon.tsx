import AudioMutedOutlined from '@ant-design/icons/es/icons/AudioMutedOutlined'
import AudioOutlined from '@ant-design/icons/es/icons/AudioOutlined'
import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import FullscreenExitOutlined from '@ant-design/icons/es/icons/FullscreenExitOutlined'
import FullscreenOutlined from '@ant-design/icons/es/icons/FullscreenOutlined'
import PhoneOutlined from '@ant-design/icons/es/icons/PhoneOutlined'
import SyncOutlined from '@ant-design/icons/es/icons/SyncOutlined'
import VideoCameraOutlined from '@ant-design/icons/es/icons/VideoCameraOutlined'

/** The drawings of a call; loaded with it, so that other screens stay light. */
const drawings = {
  microphone: AudioOutlined,
  microphoneOff: AudioMutedOutlined,
  camera: VideoCameraOutlined,
  switch: SyncOutlined,
  fullScreen: FullscreenOutlined,
  smallScreen: FullscreenExitOutlined,
  more: EllipsisOutlined,
  leave: PhoneOutlined,
}
export type VideoIconName = keyof typeof drawings

export function VideoIcon({ name }: { name: VideoIconName }) {
  const Drawing = drawings[name]
  return <Drawing aria-hidden="true" />
}
