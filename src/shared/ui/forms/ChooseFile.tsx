import CloudUpload from 'lucide-react/icons/cloud-upload'
import { useId, useRef, useState } from 'react'
import { Button } from '#src/shared/ui/Button.tsx'

type Props = { accept: string; label: string; hint: string; onFile: (file: File) => void }

/** Lets the author choose or drop one file. */
export const ChooseFile = ({ accept, label, hint, onFile }: Props) => {
  const [isDragOver, setIsDragOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const chooseFirst = (files: FileList | null) => {
    const [file] = files ?? []
    if (file) onFile(file)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is optional; the button does the same
    <div
      className={`flex flex-col items-center gap-2 rounded-lg border-2 border-dashed px-4 py-6 text-center ${isDragOver ? 'border-primary bg-primary-soft' : 'border-line-strong'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setIsDragOver(true)
      }}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsDragOver(false)
        chooseFirst(event.dataTransfer.files)
      }}
    >
      <CloudUpload aria-hidden="true" size={28} className="text-ink-muted" />
      <Button variant="secondary" aria-describedby={id} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <p id={id} className="text-sm text-ink-muted">
        {hint}
      </p>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => {
          chooseFirst(event.target.files)
          event.target.value = ''
        }}
      />
    </div>
  )
}
