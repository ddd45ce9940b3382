import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { dismissIosPrompt, forgetIosDismissals, putOffIosPrompt } from '#src/core/pwa/ios-prompt.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { IosPrompt } from '../pwa/IosPrompt.tsx'
import { deviceGroups } from '../pwa/qa/device-groups.ts'
import { QaPage } from '../pwa/qa/QaPage.tsx'

type Done = 'temporaryDone' | 'permanentDone' | 'resetDone'

/** /ios-pwa-test: facts about the device, and both dismissals to set and reset (spec 2). */
export const IosPwaTestPage = () => {
  const { t } = useTranslation('pwa')
  const language = useLanguage()
  const [isShown, setIsShown] = useState(false)
  const [{ done, at }, setState] = useState<{ done: Done | null; at: number }>(() => ({
    done: null,
    at: Date.now(),
  }))
  const action = (run: () => void, message: Done) => () => {
    run()
    setIsShown(false)
    setState({ done: message, at: Date.now() })
  }
  const later = action(putOffIosPrompt, 'temporaryDone')
  const never = action(dismissIosPrompt, 'permanentDone')
  return (
    <QaPage
      title={t('qa.iosTitle')}
      text={t('qa.iosText')}
      other={{ to: paths.pwaTest, label: t('qa.toPwa') }}
      hint={t('qa.dismissHint')}
      said={done && t(`qa.${done}`)}
      actions={
        <>
          <Button aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {t(isShown ? 'qa.actHide' : 'qa.actShow')}
          </Button>
          <Button variant="secondary" onClick={later}>
            {t('qa.actTemporary')}
          </Button>
          <Button variant="secondary" onClick={never}>
            {t('qa.actPermanent')}
          </Button>
          <Button variant="secondary" onClick={action(forgetIosDismissals, 'resetDone')}>
            {t('qa.actReset')}
          </Button>
        </>
      }
      groups={deviceGroups(t, language, at)}
    >
      {isShown && <IosPrompt onGotIt={later} onNever={never} />}
    </QaPage>
  )
}
