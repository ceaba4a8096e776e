import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy between a browser and a portal; a test can break the connection during a transfer. */
export interface Line {
  /** The port for the browser. */
  port: number
  /** How many bytes each connection passes on from the browser before it stalls. */
  most: number
  /** Closes open connections and refuses new ones, until it is restored. */
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
    port: (server.address() as AddressInfo).port, // a TCP server has an address with a port
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
