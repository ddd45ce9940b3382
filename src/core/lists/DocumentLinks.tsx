import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { errorText } from '#src/core/http/error-text.ts'
import { saveBlob } from '#src/shared/lib/save-file.ts'
import { Spinner } from '#src/shared/ui/feedback/Spinner.tsx'

interface Named {
  id: number
  /** Whatever the document is about, such as its number. */
  number: string
}

interface Props<D extends Named> {
  documents: readonly D[]
  /** The file, in base64. */
  load: (id: number) => Promise<{ file_name: string; pdf: string }>
  nameOf: (document: D) => string
  failed: string
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))

/** Downloads of PDF documents, one beside the other; also on pages outside of the app's frame, which have no toasts. */
export const DocumentLinks = <D extends Named>({ documents, load, nameOf, failed }: Props<D>) => {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: load,
    onSuccess: ({ file_name: name, pdf }) =>
      saveBlob(name, new Blob([bytesOf(pdf)], { type: 'application/pdf' })),
  })
  if (documents.length === 0) return null
  return (
    <span className="inline-flex flex-wrap gap-x-4">
      {documents.map((document) => {
        const isLoading = isPending && variables === document.id
        return (
          <button
            key={document.id}
            type="button"
            title={document.number}
            aria-label={`${nameOf(document)} ${document.number}`}
            aria-busy={isLoading || undefined}
            className="inline-flex min-h-6 items-center gap-1.5 text-sm text-primary-text hover:underline pointer-coarse:min-h-11"
            onClick={() => !isPending && mutate(document.id)}
          >
            {isLoading ? <Spinner size={14} /> : <Download aria-hidden="true" size={14} />}
            {nameOf(document)}
          </button>
        )
      })}
      {error && (
        <span role="alert" className="text-sm text-error-text">
          {errorText(error, failed)}
        </span>
      )}
    </span>
  )
}
