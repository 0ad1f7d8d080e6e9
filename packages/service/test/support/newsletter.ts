/** An ordinary newsletter, of which filters of spam have nothing to say. */
export const newsletterHtml = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>What is new in the garden shop</title></head>
<body><table width="600" cellpadding="0" cellspacing="0"><tr><td style="padding:16px;font-family:Arial,sans-serif">
<h1>What is new in the garden shop</h1>
<p>Hello [[CONTACT|FIRSTNAME|friend]],</p>
<p>spring has come, and so have the first seeds of the year: peas, radishes and spinach can be sown now, and tomatoes
grow on the window sill. Our gardeners have written down what to do in which week.</p>
<p><a href="https://shop.example.com/seeds">See the seeds of the season</a></p>
<p>Kind regards<br>The garden shop</p>
<p>Example Ltd, A street 1, 12345 Town. <a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a></p>
</td></tr></table></body></html>`;

export const newsletterText = `What is new in the garden shop

Hello [[CONTACT|FIRSTNAME|friend]],

spring has come, and so have the first seeds of the year: peas, radishes and spinach can be sown now, and tomatoes
grow on the window sill. Our gardeners have written down what to do in which week.

See the seeds of the season: https://shop.example.com/seeds

Kind regards
The garden shop

Example Ltd, A street 1, 12345 Town. Unsubscribe: [[LINK|UNSUBSCRIBE]]
`;
