window.WORDS = {
  en: {
    name: 'English',
    step: 'Page {page} of {pages}',
    back: 'Back',
    next: 'Next',
    right: 'Right.',
    wrong: 'Not quite.',
    from: 'Where the axis begins',
    looks: 'The axis begins at {from}: the second bar is {times} times as long as the first.',
    pages: [
      {
        title: 'Where does the axis begin?',
        words:
          'A shop sold 95 bicycles last year and 100 this year: five per cent more. A chart can show these two numbers honestly, or make them look like a miracle. You will see how, and then tell one from the other.',
      },
      {
        title: 'Move the beginning of the axis',
        words:
          'The numbers stay 95 and 100. Only the place where the axis begins moves. Watch how long the bars are.',
      },
    ],
    questions: [
      {
        title: 'A chart of bars',
        words: 'A chart shows 95 and 100 as bars whose axis begins at 90. What does the reader see?',
        choices: ['Five per cent more', 'Twice as much', 'No difference'],
        why: 'From 90 on the bars are 5 and 10 long: the eye reads lengths, and 10 is twice 5.',
      },
      {
        title: 'Bars and zero',
        words: 'Where should the axis of bars begin?',
        choices: ['At zero', 'Just below the smallest value', 'Wherever the difference is seen best'],
        why: 'A bar says with its whole length how much there is, so the whole length has to be there.',
      },
      {
        title: 'A line',
        words: 'A line shows the temperature of a patient over a day. Must its axis begin at zero?',
        choices: [
          'Yes, every axis must',
          'Yes, or the fever looks worse',
          'No, a line says it with its slope',
        ],
        why: 'Nobody reads a length from a line. It may begin where the values are; the range stands beside it.',
      },
    ],
    end: {
      title: 'Your result',
      words:
        '{percent}% of the answers were right. 60% are enough. When you meet the next chart, look first at where its axis begins.',
    },
  },
  hi: {
    name: 'हिन्दी',
    step: 'पृष्ठ {page} / {pages}',
    back: 'पीछे',
    next: 'आगे',
    right: 'सही।',
    wrong: 'पूरी तरह नहीं।',
    from: 'अक्ष कहाँ से शुरू होता है',
    looks: 'अक्ष {from} से शुरू होता है: दूसरा दंड पहले से {times} गुना लंबा है।',
    pages: [
      {
        title: 'अक्ष कहाँ से शुरू होता है?',
        words:
          'एक दुकान ने पिछले साल 95 और इस साल 100 साइकिलें बेचीं: पाँच प्रतिशत अधिक। चार्ट इन दो संख्याओं को ईमानदारी से दिखा सकता है, या चमत्कार जैसा बना सकता है। आप देखेंगे कैसे, और फिर दोनों में अंतर करेंगे।',
      },
      {
        title: 'अक्ष की शुरुआत को खिसकाइए',
        words: 'संख्याएँ 95 और 100 ही रहती हैं। केवल अक्ष की शुरुआत खिसकती है। देखिए दंड कितने लंबे हैं।',
      },
    ],
    questions: [
      {
        title: 'दंडों वाला चार्ट',
        words: 'एक चार्ट 95 और 100 को ऐसे दंडों में दिखाता है जिनका अक्ष 90 से शुरू होता है। पाठक को क्या दिखता है?',
        choices: ['पाँच प्रतिशत अधिक', 'दुगुना', 'कोई अंतर नहीं'],
        why: '90 से आगे दंड 5 और 10 लंबे हैं: आँख लंबाई पढ़ती है, और 10, 5 का दुगुना है।',
      },
      {
        title: 'दंड और शून्य',
        words: 'दंडों का अक्ष कहाँ से शुरू होना चाहिए?',
        choices: ['शून्य से', 'सबसे छोटे मान के ठीक नीचे से', 'जहाँ अंतर सबसे अच्छा दिखे'],
        why: 'दंड अपनी पूरी लंबाई से मात्रा बताता है, इसलिए पूरी लंबाई दिखनी चाहिए।',
      },
      {
        title: 'एक रेखा',
        words: 'एक रेखा दिन भर में रोगी का तापमान दिखाती है। क्या उसका अक्ष शून्य से शुरू होना चाहिए?',
        choices: ['हाँ, हर अक्ष को', 'हाँ, नहीं तो बुखार ज़्यादा लगेगा', 'नहीं, रेखा अपनी ढाल से बताती है'],
        why: 'रेखा से कोई लंबाई नहीं पढ़ता। वह वहाँ से शुरू हो सकती है जहाँ मान हैं; सीमा पास में लिखी रहती है।',
      },
    ],
    end: {
      title: 'आपका परिणाम',
      words: '{percent}% उत्तर सही थे। 60% पर्याप्त हैं। अगला चार्ट मिले तो पहले देखिए कि उसका अक्ष कहाँ से शुरू होता है।',
    },
  },
  ar: {
    name: 'العربية',
    step: 'الصفحة {page} من {pages}',
    back: 'السابق',
    next: 'التالي',
    right: 'صحيح.',
    wrong: 'ليس تمامًا.',
    from: 'أين يبدأ المحور',
    looks: 'يبدأ المحور عند {from}: طول العمود الثاني {times} من طول الأول.',
    pages: [
      {
        title: 'أين يبدأ المحور؟',
        words:
          'باع متجر 95 دراجة في العام الماضي و100 هذا العام: أي بزيادة خمسة في المئة. يمكن للرسم أن يعرض هذين الرقمين بأمانة، أو أن يجعلهما يبدوان معجزة. سترى كيف يحدث ذلك، ثم تميّز بينهما.',
      },
      {
        title: 'حرّك بداية المحور',
        words: 'يبقى الرقمان 95 و100 كما هما. لا يتحرك إلا الموضع الذي يبدأ منه المحور. راقب طول الأعمدة.',
      },
    ],
    questions: [
      {
        title: 'رسم بالأعمدة',
        words: 'يعرض رسم الرقمين 95 و100 أعمدةً يبدأ محورها عند 90. ماذا يرى القارئ؟',
        choices: ['زيادة خمسة في المئة', 'الضعف', 'لا فرق'],
        why: 'ابتداءً من 90 يكون طول العمودين 5 و10: العين تقرأ الأطوال، والعشرة ضعف الخمسة.',
      },
      {
        title: 'الأعمدة والصفر',
        words: 'أين ينبغي أن يبدأ محور الأعمدة؟',
        choices: ['عند الصفر', 'تحت أصغر قيمة مباشرة', 'حيث يظهر الفرق أكثر'],
        why: 'يقول العمود المقدار بطوله كله، لذلك يجب أن يظهر طوله كله.',
      },
      {
        title: 'خط',
        words: 'يعرض خط حرارة مريض خلال يوم. هل يجب أن يبدأ محوره عند الصفر؟',
        choices: ['نعم، كل محور', 'نعم، وإلا بدت الحمّى أشد', 'لا، فالخط يقولها بميله'],
        why: 'لا أحد يقرأ طولًا من خط. يجوز أن يبدأ حيث القيم، ويُكتب المدى بجانبه.',
      },
    ],
    end: {
      title: 'نتيجتك',
      words: 'كانت {percent}% من الإجابات صحيحة، وتكفي 60%. حين ترى الرسم التالي فانظر أولًا أين يبدأ محوره.',
    },
  },
}
