import { stdin, stdout } from 'node:process'

/** Asks at the terminal without showing what is typed. Throws when there is no terminal to ask at. */
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
    const read = (letters: string) => {
      for (const letter of letters) {
        if ('\r\n\u0003'.includes(letter)) stop()
        if (letter === '\u0003') return reject(new Error('stopped')) // Ctrl+C, which raw mode does not act on
        if (letter === '\r' || letter === '\n') return resolve(typed)
        typed = letter === '\u007f' || letter === '\b' ? typed.slice(0, -1) : typed + letter
      }
    }
    stdin.on('data', read).resume()
  })
}
