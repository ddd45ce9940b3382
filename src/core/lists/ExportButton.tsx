import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { saveAddress, saveFile } from '#src/shared/lib/save-file.ts'
import { Button } from '#src/shared/ui/Button.tsx'

interface Props {
  /** The file's text, or for long lists the address from which the browser downloads it. */
  exportFile: () => Promise<
    { rows: number } & ({ file_name: string; csv: string } | { url: string; name: string })
  >
  texts: { button: string; failed: string; done: (rows: number) => string }
}

/** Downloads everything that a list's filters match as a spreadsheet file. */
export const ExportButton = ({ exportFile, texts }: Props) => {
  const notify = useNotify()
  const { mutate, isPending } = useMutation({
    mutationFn: exportFile,
    onSuccess: (file) => {
      if ('url' in file) saveAddress(file.url, file.name)
      else saveFile(file.file_name, file.csv, 'text/csv')
      notify({ kind: 'success', title: texts.done(file.rows) })
    },
    onError: (error) => notify({ kind: 'error', title: errorText(error, texts.failed) }),
  })
  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" size={18} />}
      pending={isPending}
      onClick={() => mutate()}
    >
      {texts.button}
    </Button>
  )
}
