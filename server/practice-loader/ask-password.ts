import { stdin, stdout } from 'node:process'

/** Asks at the terminal without echoing the input. Throws if there is no terminal. */
export function askPassword(question: string): Promise<string> {
  if (!stdin.isTTY)
    return Promise.reject(new Error('there is no terminal to ask for the password at; set PORTAL_PASSWORD'))
  stdout.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  return new Promise((resolve, reject) => {
    let typed = ''
    const stop = () => {
      stdin.off('data', read).setRawMode(false)
      stdin.pause()
      stdout.write('\n')
    }
    const read = (messages: string) => {
      for (const message of messages) {
        if ('\r\n\u0003'.includes(message)) stop()
        if (message === '\u0003') return reject(new Error('stopped')) // Ctrl+C, which raw mode does not handle
        if (message === '\r' || message === '\n') return resolve(typed)
        typed = message === '\u007f' || message === '\b' ? typed.slice(0, -1) : typed + message
      }
    }
    stdin.on('data', read).resume()
  })
}
