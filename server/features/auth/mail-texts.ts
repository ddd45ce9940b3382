import type { Language } from '#contract/languages.ts'
import type { Mail } from './mail.ts'
import { protectionMailTexts } from './protection-mail-texts.ts'

export type MailTexts = Record<Mail['kind'], { subject: string; paragraphs: readonly string[] }> & {
  greeting: string
  unknownDevice: string
}

/** In mails with a code the first paragraph introduces it. */
export const mailTexts: Record<Language, MailTexts> = {
  en: {
    ...protectionMailTexts.en,
    greeting: 'Hello {name},',
    unknownDevice: 'an unknown device',
    verify_email: {
      subject: 'Your code for {tenant}',
      paragraphs: [
        'this is your code to confirm your e-mail address at {tenant}:',
        'It is valid for {minutes} minutes and works once. If you asked for it again, only the newest code works.',
        'If you did not sign up, you can ignore this mail; without the code nobody can use your address.',
      ],
    },
    reset_password: {
      subject: 'Set a new password for {tenant}',
      paragraphs: [
        'this is your code to set a new password at {tenant}:',
        'It is valid for {minutes} minutes and works once. If you asked for it again, only the newest code works.',
        'If you did not ask for it, you can ignore this mail; your password stays as it is. Never pass the code on: nobody from {tenant} will ask you for it.',
      ],
    },
    already_registered: {
      subject: 'You already have an account at {tenant}',
      paragraphs: [
        'somebody just tried to sign up at {tenant} with this e-mail address. You already have an account with it.',
        'If it was you, please sign in. If you no longer know your password, choose “Forgot password” on the sign-in page.',
        'If it was not you, there is nothing to do; your account is unchanged.',
      ],
    },
    password_changed: {
      subject: 'Your password at {tenant} was changed',
      paragraphs: [
        'the password of your account at {tenant} was just changed, and you were signed out on your other devices.',
        'If this was not you, please choose “Forgot password” on the sign-in page right away to get your account back.',
      ],
    },
    google_linked: {
      subject: 'Google sign-in was added to your account at {tenant}',
      paragraphs: [
        'you can now sign in to your account at {tenant} with Google.',
        'If this was not you, please choose “Forgot password” on the sign-in page right away and tell our support.',
      ],
    },
    session_ended: {
      subject: 'You were signed out at {tenant} to protect your account',
      paragraphs: [
        'we noticed that a copy of an old sign-in was used for your account at {tenant} ({device}). To be on the safe side we ended that session.',
        'Please sign in again. If you do not recognise this, also set a new password with “Forgot password” on the sign-in page.',
      ],
    },
  },
  hi: {
    ...protectionMailTexts.hi,
    greeting: 'नमस्ते {name},',
    unknownDevice: 'कोई अनजान डिवाइस',
    verify_email: {
      subject: '{tenant} के लिए आपका कोड',
      paragraphs: [
        '{tenant} पर अपना ई-मेल पता पक्का करने के लिए आपका कोड यह है:',
        'यह {minutes} मिनट तक मान्य है और एक ही बार काम करता है। अगर आपने दोबारा कोड मँगवाया है, तो केवल सबसे नया कोड चलेगा।',
        'अगर आपने साइन अप नहीं किया है, तो इस मेल को अनदेखा कर दें; कोड के बिना कोई आपके पते का उपयोग नहीं कर सकता।',
      ],
    },
    reset_password: {
      subject: '{tenant} के लिए नया पासवर्ड बनाएँ',
      paragraphs: [
        '{tenant} पर नया पासवर्ड बनाने के लिए आपका कोड यह है:',
        'यह {minutes} मिनट तक मान्य है और एक ही बार काम करता है। अगर आपने दोबारा कोड मँगवाया है, तो केवल सबसे नया कोड चलेगा।',
        'अगर आपने यह नहीं माँगा था, तो इस मेल को अनदेखा कर दें; आपका पासवर्ड वही रहेगा। यह कोड किसी को न दें: {tenant} से कोई भी आपसे यह नहीं माँगेगा।',
      ],
    },
    already_registered: {
      subject: '{tenant} पर आपका खाता पहले से है',
      paragraphs: [
        'अभी किसी ने इस ई-मेल पते से {tenant} पर साइन अप करने की कोशिश की। इस पते से आपका खाता पहले से मौजूद है।',
        'अगर यह आप ही थे, तो कृपया साइन इन करें। पासवर्ड याद न हो, तो साइन-इन पेज पर “पासवर्ड भूल गए” चुनें।',
        'अगर यह आप नहीं थे, तो कुछ करने की ज़रूरत नहीं है; आपके खाते में कोई बदलाव नहीं हुआ है।',
      ],
    },
    password_changed: {
      subject: '{tenant} पर आपका पासवर्ड बदल दिया गया है',
      paragraphs: [
        '{tenant} पर आपके खाते का पासवर्ड अभी बदला गया है और आपके दूसरे डिवाइसों से आपको साइन आउट कर दिया गया है।',
        'अगर यह आपने नहीं किया, तो अपना खाता वापस पाने के लिए तुरंत साइन-इन पेज पर “पासवर्ड भूल गए” चुनें।',
      ],
    },
    google_linked: {
      subject: '{tenant} पर आपके खाते में Google साइन-इन जोड़ा गया',
      paragraphs: [
        'अब आप {tenant} पर अपने खाते में Google से साइन इन कर सकते हैं।',
        'अगर यह आपने नहीं किया, तो तुरंत साइन-इन पेज पर “पासवर्ड भूल गए” चुनें और हमारी सहायता टीम को बताएँ।',
      ],
    },
    session_ended: {
      subject: 'आपके खाते की सुरक्षा के लिए आपको {tenant} से साइन आउट किया गया',
      paragraphs: [
        'हमने देखा कि {tenant} पर आपके खाते के एक पुराने साइन-इन की नकल का उपयोग हुआ ({device})। सावधानी के तौर पर हमने वह सत्र बंद कर दिया है।',
        'कृपया फिर से साइन इन करें। अगर आप इसे नहीं पहचानते, तो साइन-इन पेज पर “पासवर्ड भूल गए” से नया पासवर्ड भी बना लें।',
      ],
    },
  },
  ar: {
    ...protectionMailTexts.ar,
    greeting: 'مرحبًا {name}،',
    unknownDevice: 'جهاز غير معروف',
    verify_email: {
      subject: 'رمزك في {tenant}',
      paragraphs: [
        'هذا رمزك لتأكيد عنوان بريدك الإلكتروني في {tenant}:',
        'الرمز صالح لمدة {minutes} دقائق ويُستخدم مرة واحدة. إذا طلبت رمزًا آخر فلن يعمل إلا أحدث رمز.',
        'إذا لم تُنشئ حسابًا فتجاهل هذه الرسالة؛ فلا أحد يستطيع استخدام عنوانك من دون الرمز.',
      ],
    },
    reset_password: {
      subject: 'تعيين كلمة مرور جديدة في {tenant}',
      paragraphs: [
        'هذا رمزك لتعيين كلمة مرور جديدة في {tenant}:',
        'الرمز صالح لمدة {minutes} دقائق ويُستخدم مرة واحدة. إذا طلبت رمزًا آخر فلن يعمل إلا أحدث رمز.',
        'إذا لم تطلب ذلك فتجاهل هذه الرسالة؛ وستبقى كلمة مرورك كما هي. لا تُعطِ الرمز لأحد: لن يطلبه منك أي شخص من {tenant}.',
      ],
    },
    already_registered: {
      subject: 'لديك حساب بالفعل في {tenant}',
      paragraphs: [
        'حاول شخص ما للتو إنشاء حساب في {tenant} بهذا البريد الإلكتروني، ولديك حساب به بالفعل.',
        'إذا كنت أنت من حاول فسجّل الدخول. وإذا نسيت كلمة المرور فاختر «نسيت كلمة المرور» في صفحة تسجيل الدخول.',
        'وإذا لم تكن أنت فلا يلزمك فعل شيء؛ لم يتغير حسابك.',
      ],
    },
    password_changed: {
      subject: 'تم تغيير كلمة مرورك في {tenant}',
      paragraphs: [
        'تم للتو تغيير كلمة مرور حسابك في {tenant}، وسُجّل خروجك من أجهزتك الأخرى.',
        'إذا لم تفعل ذلك بنفسك فاختر فورًا «نسيت كلمة المرور» في صفحة تسجيل الدخول لاستعادة حسابك.',
      ],
    },
    google_linked: {
      subject: 'أُضيف تسجيل الدخول عبر Google إلى حسابك في {tenant}',
      paragraphs: [
        'يمكنك الآن تسجيل الدخول إلى حسابك في {tenant} عبر Google.',
        'إذا لم تفعل ذلك بنفسك فاختر فورًا «نسيت كلمة المرور» في صفحة تسجيل الدخول وأبلغ فريق الدعم.',
      ],
    },
    session_ended: {
      subject: 'سُجّل خروجك من {tenant} لحماية حسابك',
      paragraphs: [
        'لاحظنا استخدام نسخة من تسجيل دخول قديم لحسابك في {tenant} ({device})، فأنهينا تلك الجلسة احتياطًا.',
        'يرجى تسجيل الدخول من جديد. وإذا لم تتعرّف على ذلك فعيّن أيضًا كلمة مرور جديدة عبر «نسيت كلمة المرور» في صفحة تسجيل الدخول.',
      ],
    },
  },
}
