import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A connection between a browser and a portal that a test can break while something is on its way. */
export interface Line {
  /** Where the browser finds the portal. */
  port: number
  /** How many bytes each connection lets through from the browser before it stalls. */
  most: number
  /** Breaks what is open and refuses what is new, until it is mended. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function openLine(to: number): Promise<Line> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect({ host: '127.0.0.1', port: to })
    let passed = 0
    near.on('data', (chunk: Buffer) => {
      passed += chunk.length
      far.write(chunk)
      if (passed > line.most) near.pause()
    })
    far.pipe(near)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const line: Line = {
    port: (server.address() as AddressInfo).port, // it listens on a port
    most: Infinity,
    cut: () => {
      isCut = true
      breakAll()
    },
    mend: () => {
      isCut = false
      line.most = Infinity
    },
    close: () => {
      breakAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return line
}
