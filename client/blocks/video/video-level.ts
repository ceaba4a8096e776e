import { useEffect, useState } from 'react'

const everyMs = 120
/** Above the noise level of a quiet room. */
const spoken = 0.04

export interface Level {
  /** From 0 to 1. */
  now: number
  /** Whether any speech was detected so far. */
  heard: boolean
}

/** Measures the level of the microphone. */
export function useLevel(stream: MediaStream | undefined): Level {
  const [level, setLevel] = useState<Level>({ now: 0, heard: false })
  useEffect(() => {
    if (!stream || stream.getAudioTracks().length === 0) return undefined
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const now = Math.min(1, 3 * Math.sqrt(samples.reduce((sum, each) => sum + each * each, 0) / samples.length))
      setLevel(({ heard }) => ({ now, heard: heard || now > spoken }))
    }, everyMs)
    return () => {
      clearInterval(timer)
      void context.close()
    }
  }, [stream])
  return level
}
