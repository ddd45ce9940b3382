/** Review texts of the demo, by language. Each text must fit every course, because the seed picks it at random. */
export const reviewTexts: Readonly<Record<string, { good: readonly string[]; fair: readonly string[] }>> = {
  en: {
    good: [
      'Short lessons that each end with something you can do. I took one a day on the bus and finished in three weeks.',
      'The examples are small enough to check by hand. That is how I finally believed them.',
      'I had tried two other courses on this and gave up. Here the quizzes told me why an answer was wrong, not just that it was.',
      'Exactly the pace I needed. The videos are brief and the articles are worth reading twice.',
      'I used what I learned at work the same week. My manager asked where the sheet came from.',
      'Clear language, no showing off. The last section ties everything together nicely.',
    ],
    fair: [
      'Good content. I would have liked a longer project at the end.',
      'Solid, but the middle part is dense; I had to read it twice before the quiz.',
      'Helpful. Some more exercises of the harder kind would make it five stars.',
      'The articles are better than the videos, which are a little short for me.',
    ],
  },
  hi: {
    good: [
      'छोटे पाठ, साफ़ उदाहरण। रोज़ एक पाठ किया और तीन हफ़्ते में पूरा हो गया।',
      'क्विज़ में सिर्फ़ ग़लत नहीं बताया, यह भी समझाया कि क्यों ग़लत है।',
      'पहली बार यह विषय सच में समझ आया। भाषा आसान है और गति ठीक है।',
      'सीखा हुआ उसी हफ़्ते काम में आया। सबको सुझाऊँगी।',
    ],
    fair: [
      'सामग्री अच्छी है, पर अंत में एक बड़ा अभ्यास होता तो और अच्छा लगता।',
      'बीच का हिस्सा थोड़ा कठिन है, दो बार पढ़ना पड़ा। फिर भी उपयोगी है।',
    ],
  },
  ar: {
    good: [
      'دروس قصيرة ينتهي كل منها بشيء تستطيع فعله. أنهيتها في ثلاثة أسابيع.',
      'الأمثلة صغيرة بحيث تتحقق منها بنفسك، وهذا ما جعلني أفهم أخيرًا.',
      'الاختبارات تشرح لماذا كانت الإجابة خاطئة، لا أنها خاطئة فحسب.',
      'لغة واضحة وإيقاع مريح. استخدمت ما تعلّمته في عملي في الأسبوع نفسه.',
      'المقالات تستحق القراءة مرتين، والقسم الأخير يجمع كل شيء معًا.',
    ],
    fair: [
      'محتوى جيد، وكنت أتمنى مشروعًا أطول في النهاية.',
      'الجزء الأوسط كثيف واحتجت إلى قراءته مرتين، لكنه مفيد.',
    ],
  },
}
