import type { Language } from '#contract/languages.ts'

interface Identity {
  sender: string
  replyTo: string | null
}
type Texts = { subject: string; from: string; replies: string; noReplies: string }

const TEXTS: Record<Language, Texts> = {
  en: {
    subject: 'Test mail from {sender}',
    from: 'This is how mails from {sender} arrive. Look at the sender’s name above.',
    replies: 'Press Reply: the answer goes to {address}.',
    noReplies: 'No address for replies is set, so answers go back to the address that sent this mail.',
  },
  hi: {
    subject: '{sender} की ओर से परीक्षण मेल',
    from: '{sender} के मेल ऐसे पहुँचते हैं। ऊपर भेजने वाले का नाम देखें।',
    replies: 'जवाब दें दबाएँ: जवाब {address} पर जाएगा।',
    noReplies: 'जवाब के लिए कोई पता नहीं दिया गया है, इसलिए जवाब उसी पते पर जाते हैं जिससे यह मेल आया।',
  },
  ar: {
    subject: 'رسالة تجريبية من {sender}',
    from: 'هكذا تصل الرسائل من {sender}. انظر إلى اسم المرسل في الأعلى.',
    replies: 'اضغط رد: سيصل الرد إلى {address}.',
    noReplies: 'لم يُحدَّد عنوان للردود، لذلك تعود الردود إلى العنوان الذي أرسل هذه الرسالة.',
  },
}

/** What an admin sends to themselves to see the sender's name and try an answer. */
export const testMail = (
  language: Language,
  { sender, replyTo }: Identity,
): { subject: string; text: string } => {
  const { subject, from, replies, noReplies } = TEXTS[language]
  const withSender = (text: string) => text.replace('{sender}', () => sender)
  return {
    subject: withSender(subject),
    text: [withSender(from), replyTo === null ? noReplies : replies.replace('{address}', () => replyTo)].join(
      '\n\n',
    ),
  }
}
