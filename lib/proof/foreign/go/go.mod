module example.com/animalstore

go 1.22
