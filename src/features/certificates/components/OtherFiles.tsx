import { useTranslation } from 'react-i18next'
import { certificateFile, showSerial } from '#contract/certificates/serial.ts'

const ENDINGS = { picture: 'png', badge: 'badge.png', credential: 'json' } as const
const FILES = ['picture', 'badge', 'credential'] as const

/** The files besides the document, as quiet links. */
export const OtherFiles = ({ serial }: { serial: string }) => {
  const { t } = useTranslation('certificates')
  return (
    <ul className="flex flex-col">
      {FILES.map((kind) => (
        <li key={kind}>
          <a
            href={certificateFile(serial, kind)}
            download={`certificate-${showSerial(serial)}.${ENDINGS[kind]}`}
            className="inline-flex min-h-11 items-center text-sm font-medium text-primary-text hover:underline"
          >
            {t(`files.${kind}`)}
          </a>
        </li>
      ))}
    </ul>
  )
}
