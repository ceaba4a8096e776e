import { useContext, useEffect, type ReactNode } from 'react'
import type { Field } from '../../../schemas/blocks/form.ts'
import { fileSize } from '../../../schemas/file-size.ts'
import { focusOn } from '../../base/focus.ts'
import { useWords } from '../../model/use-words.ts'
import buttons from '../../parts/button.module.css'
import { FileChooser } from '../../parts/file-chooser.tsx'
import { FileComplaints } from '../../parts/file-complaints.tsx'
import type { ControlProps } from '../control-props.ts'
import { FormContext } from '../form-context.ts'
import { useAttachedFiles, type AttachedFile, type Entry } from '../use-attached-files.ts'
import look from './files-widget.module.css'

type Files = NonNullable<Field['files']>

/** Files that are sent while the form is filled in; the value lists those that have arrived. */
export function FilesWidget(props: ControlProps) {
  const { files } = props.field
  return files ? <AttachedFiles {...props} files={files} /> : null
}

function AttachedFiles({ id, field, files, value, onChange }: ControlProps & { files: Files }) {
  const word = useWords()
  const { holdBack } = useContext(FormContext)
  const arrived = filesIn(value)
  const { entries, complaints, progress, add, retry, remove } = useAttachedFiles(files, { value: arrived, onChange })
  const refusal = refusalIn(entries, files)
  useEffect(() => holdBack(field.name, refusal), [holdBack, field.name, refusal])
  useEffect(() => () => holdBack(field.name, undefined), [holdBack, field.name])
  const removal = (key: string, name: string) => (
    <FileButton
      about={name}
      press={() => {
        remove(key)
        focusOn(document.getElementById(id))
      }}
    >
      {files.remove}
    </FileButton>
  )
  return (
    <div className={look.files}>
      {arrived.length + entries.length > 0 && (
        <ul className={look.list} aria-label={field.label}>
          {arrived.map(({ id: key, name, bytes }) => (
            <FileRow key={key} name={name} bytes={bytes} removal={removal(key, name)} />
          ))}
          {entries.map(({ key, file: { name, size }, state, words }) => (
            <FileRow key={key} name={name} bytes={size} removal={removal(key, name)}>
              {state === 'failed' ? (
                <>
                  <span className="field-error">
                    {files.states.failed} {words}
                  </span>
                  <FileButton about={name} press={() => retry(key)}>
                    {word('retry')}
                  </FileButton>
                </>
              ) : (
                <span>
                  {files.states[state]}
                  {state === 'sending' && progress && ` ${percentOf(progress)} %`}
                </span>
              )}
            </FileRow>
          ))}
        </ul>
      )}
      <FileChooser files={files} id={id} wanting={undefined} isNext={false} choose={add} />
      <FileComplaints complaints={complaints} />
    </div>
  )
}

const percentOf = ({ sent, total }: { sent: number; total: number }) => Math.floor((100 * sent) / (total || 1))

function refusalIn(entries: readonly Entry[], { refusals }: Files): string | undefined {
  if (entries.some(({ state }) => state !== 'failed')) return refusals.sending
  return entries.length > 0 ? refusals.failed : undefined
}

interface FileRowProps extends Pick<AttachedFile, 'name' | 'bytes'> {
  removal: ReactNode
  /** What becomes of it, unless it has arrived. */
  children?: ReactNode
}

function FileRow({ name, bytes, removal, children }: FileRowProps) {
  return (
    <li className={look.file}>
      <div className={look.line}>
        <span className={look.name}>
          {name} <span className={look.size}>({fileSize(bytes)})</span>
        </span>
        {removal}
      </div>
      {children && <div className={look.state}>{children}</div>}
    </li>
  )
}

function FileButton({ about, press, children }: { about: string; press: () => void; children: ReactNode }) {
  return (
    <button type="button" className={`${buttons.link} ${buttons.small}`} onClick={press}>
      <span>
        {children} <span className="visually-hidden">{about}</span>
      </span>
    </button>
  )
}

/** The server sends a list of them, or nothing. */
function filesIn(value: unknown): readonly AttachedFile[] {
  return Array.isArray(value) ? value.filter(isFile) : []
}

function isFile(each: unknown): each is AttachedFile {
  return typeof each === 'object' && each !== null && 'id' in each && 'name' in each && 'bytes' in each
}
