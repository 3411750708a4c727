import { Plus } from 'lucide-react';
import styles from './landing.module.css';
import { strings } from './landing.strings.ts';

export function Faq() {
  return (
    <section className={styles.faqSection} aria-labelledby="faq">
      <h2 id="faq">{strings.faqTitle}</h2>
      <div className={styles.faq}>
        {strings.faq.map(({ question, answer }) => (
          <details key={question} name="faq">
            <summary>
              {question}
              <Plus size={20} aria-hidden />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
